import assert from 'node:assert/strict'
import { test } from 'node:test'

import { safeHref } from '#/urls.ts'

test('lets links lead to the web, to mail, to the telephone and into the site', () => {
  for (const url of [
    'https://example.com/a?b=c#d',
    'http://example.com',
    'HTTPS://example.com',
    'mailto:someone@example.com',
    'tel:+123456',
    '/guides/install',
    '#anchor',
    '?q=1',
    '../up',
    'sideways/page',
    'page/with:colon',
  ]) {
    assert.equal(safeHref(url), url)
  }
  assert.equal(safeHref('  /trimmed '), '/trimmed')
})

test('refuses every other scheme, however it is spelled', () => {
  for (const url of [
    '',
    ' ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/x',
    'file:///etc/passwd',
    'view-source:https://example.com',
    'page:with-colon',
    'https://',
  ]) {
    assert.equal(safeHref(url), undefined, JSON.stringify(url))
  }
})

test('refuses another host without a scheme', () => {
  for (const url of [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil',
    ' //x',
  ]) {
    assert.equal(safeHref(url), undefined, url)
  }
})
