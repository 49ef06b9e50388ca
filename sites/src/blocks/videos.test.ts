import assert from 'node:assert/strict'
import { test } from 'node:test'

import { videoAt, videoOrigins } from './videos.ts'

const loomId = '0123456789abcdef0123456789abcdef'

test('a video of a well-known host has a frame at one exact host', () => {
  const cases = {
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s':
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90',
    'https://youtu.be/dQw4w9WgXcQ?si=x':
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ':
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    'https://vimeo.com/76979871':
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
    'https://vimeo.com/76979871/abc123':
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abc123',
    [`https://www.loom.com/share/${loomId}?sid=x`]: `https://www.loom.com/embed/${loomId}?autoplay=1`,
  }
  for (const [address, src] of Object.entries(cases)) {
    assert.equal(videoAt(address)?.src, src)
    assert.ok(videoOrigins.some((origin) => src.startsWith(`${origin}/`)))
  }
})

test('nothing else has a frame', () => {
  for (const address of [
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@somebody',
    'https://youtube.com.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://www.loom.com/share/../../x',
    'javascript:alert(1)',
    'not an address',
  ]) {
    assert.equal(videoAt(address), undefined, address)
  }
})
