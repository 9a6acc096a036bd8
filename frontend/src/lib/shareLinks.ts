/** Where a link is passed on. Nothing is loaded from these services: they are opened. */

export const zaloLink = (address: string) =>
  `https://button-share.zalo.me/share_external?d=${encodeURIComponent(btoa(JSON.stringify({ url: address })))}`

export const facebookLink = (address: string) =>
  `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`
