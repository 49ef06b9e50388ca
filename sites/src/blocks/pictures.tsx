import type { Length } from '@lectern/content/document/nodes.ts'
import type { AssetRef } from '@lectern/content/document/references.ts'

import type { Asset } from '#/model.ts'
import { bounded, lengthMax } from './bounds.ts'
import { classNames } from './class-names.ts'
import type { Page } from './page.ts'
import { safeHref } from '#/urls.ts'
import { imageWidth } from './scale.ts'

export interface PictureSource {
  readonly ref: AssetRef
  readonly refDark?: AssetRef
  readonly alt?: string
  readonly width?: Length
  readonly height?: Length
}

/** An image, with a second one for dark pages if given; its text if the file is gone. */
export function Picture({
  source,
  page,
  className,
}: {
  source: PictureSource
  page: Page
  className?: string
}) {
  const light = assetOf(page, source.ref)
  const dark = source.refDark === undefined ? undefined : assetOf(page, source.refDark)
  const alt = bounded(source.alt ?? '', lengthMax.alternative)
  const shown = light ?? dark
  if (shown === undefined) {
    return alt === '' ? null : <span className="missing-image">{alt}</span>
  }
  if (light === undefined || dark === undefined) {
    return <PlainImage asset={shown} alt={alt} source={source} className={className} />
  }
  return (
    <>
      <PlainImage
        asset={light}
        alt={alt}
        source={source}
        className={classNames(className, 'only-light')}
      />
      <PlainImage
        asset={dark}
        alt={alt}
        source={source}
        className={classNames(className, 'only-dark')}
      />
    </>
  )
}

/** The file of a reference; undefined if it is gone or a page may not load its address. */
export function assetOf({ context }: Page, ref: AssetRef): Asset | undefined {
  return safeAsset(context.asset(ref))
}

export function safeAsset(asset: Asset | undefined): Asset | undefined {
  const src = asset === undefined ? undefined : safeHref(asset.src)
  if (asset === undefined || src === undefined) return undefined
  return /^(?:mailto|tel):/iu.test(src) ? undefined : { ...asset, src }
}

/** The referrer policy of an image: other hosts see that it is loaded, but not by which page. */
export function referrerPolicyOf({ isExternal }: Asset): 'no-referrer' | undefined {
  return isExternal === true ? 'no-referrer' : undefined
}

function PlainImage({
  asset,
  alt,
  source,
  className,
}: {
  asset: Asset
  alt: string
  source: PictureSource
  className: string | undefined
}) {
  const { width: wanted, className: widthClass } = imageWidth(source.width)
  const { width: tall } = imageWidth(source.height)
  const size = sizeOf(asset, wanted, tall)
  return (
    <img
      src={asset.src}
      alt={alt}
      className={classNames(className, widthClass)}
      loading="lazy"
      decoding="async"
      referrerPolicy={referrerPolicyOf(asset)}
      {...size}
    />
  )
}

/** The width and height of an image, both where known: the page does not shift when it arrives. */
function sizeOf(
  { width, height }: Asset,
  wanted: number | undefined,
  tall: number | undefined,
): { width?: number; height?: number } {
  const hasSides = width !== undefined && height !== undefined && width > 0 && height > 0
  if (!hasSides) {
    return {
      ...(wanted !== undefined && { width: wanted }),
      ...(tall !== undefined && { height: tall }),
    }
  }
  if (wanted !== undefined) {
    return {
      width: wanted,
      height: tall ?? Math.max(1, Math.round((wanted * height) / width)),
    }
  }
  if (tall !== undefined) {
    return { width: Math.max(1, Math.round((tall * width) / height)), height: tall }
  }
  return { width, height }
}
