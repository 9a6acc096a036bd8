import encodeQR from 'qr'

/** The address of a picture of a QR code, dark on white, with the border that readers need. */
export const qrPicture = (text: string) =>
  `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { border: 4 }))}`
