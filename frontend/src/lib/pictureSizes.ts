/** Smaller versions of uploaded pictures, which the server makes. */

/** The widths, in pixels, in which the server offers an uploaded picture. A narrower picture is not enlarged. */
const WIDTHS = [480, 960, 1600] as const
export type PictureWidth = (typeof WIDTHS)[number]

const UPLOAD = /^\/api\/upload\/[\w-]+$/

/** The address of the version of this width. Addresses of other pictures stay as they are. */
export const smaller = (url: string, width: PictureWidth) => (UPLOAD.test(url) ? `${url}/${width}` : url)

/** The address of the smallest version, for faces, logos and pictures of their size. */
export const smallest = (url: string | null | undefined) => url && smaller(url, 480)

/**
 * The attributes for an `<img>` to choose a version, if CSS gives it its size: otherwise it would be as wide as `sizes`
 * says. `sizes` is the width at which the picture is shown.
 */
export const sized = (url: string, sizes: string) =>
  UPLOAD.test(url)
    ? {
        src: smaller(url, 960),
        srcSet: WIDTHS.map((width) => `${smaller(url, width)} ${width}w`).join(', '),
        sizes,
      }
    : { src: url }

/** The version for a place that is `shown` CSS pixels wide; null: the picture itself. */
export const widthFor = (shown: number): PictureWidth | null =>
  WIDTHS.find((width) => width >= shown * devicePixelRatio) ?? null
