import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isSafePath } from '@lectern/content/repository/paths.ts'

import { readRobots } from './website-robots.ts'
import { pagePaths, webScope } from './website-scope.ts'
import { readSitemap } from './website-sitemap.ts'

describe('what robots.txt says', () => {
  it('is the group for us before the one for all, and the longest rule of it', () => {
    const robots = readRobots(
      'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: Lectern # us\nDisallow: /a\nAllow: /a/b\nDisallow: /*.pdf$\nCrawl-delay: 2\nSitemap: https://a.example/s.xml\n',
    )
    const allowed = ['/', '/a/b', '/a/b/c', '/x.pdf?x'].map((path) =>
      robots.mayRead(path),
    )
    assert.deepEqual(allowed, [true, true, true, true])
    assert.deepEqual(['/a', '/ab', '/x/y.pdf'].map(robots.mayRead), [false, false, false])
    assert.deepEqual(
      [robots.pauseMs, robots.sitemaps],
      [2000, ['https://a.example/s.xml']],
    )
  })

  it('is found fast, however many signs a rule has', () => {
    const robots = readRobots(`User-agent: *\nDisallow: /${'*a'.repeat(400)}$\n`)
    const started = performance.now()
    assert.equal(robots.mayRead(`/${'a'.repeat(5000)}b`), true)
    assert.ok(performance.now() - started < 200)
  })

  it('is nothing of the groups of others, however many there are', () => {
    const started = performance.now()
    const { heapUsed } = process.memoryUsage()
    for (const rule of ['disallow:/a', `disallow:/${'*'.repeat(80)}`]) {
      const robots = readRobots(robotsForMany(`${rule}\n`))
      assert.ok(robots.mayRead('/a'))
    }
    assert.ok(performance.now() - started < 5_000)
    const grown = (process.memoryUsage().heapUsed - heapUsed) / 1024 ** 2
    assert.ok(grown < 200, `${grown} MB more`)
  })

  it('is compared fast, however many rules have however many signs', () => {
    const rule = `disallow:/${'*a'.repeat(120)}b\n`
    const robots = readRobots(`user-agent:*\n${rule.repeat(2000)}`)
    const started = performance.now()
    for (let times = 0; times < 20; times += 1) {
      assert.ok(robots.mayRead(`/${'a'.repeat(2000)}`))
    }
    assert.ok(performance.now() - started < 1_000)
  })
})

/** A file of half a megabyte that says the same to thousands of robots. */
function robotsForMany(rule: string): string {
  const names = Array.from({ length: 4500 }, (_, nth) => `user-agent:a${nth}\n`).join('')
  return names + rule.repeat(Math.floor((520_000 - names.length) / rule.length))
}

describe('the part of a website that is read', () => {
  const scope = webScope('https://a.example/docs/intro.html')
  const inside = (url: string) => scope.isInside(new URL(url))

  it('is one host, from the folder of the start on, without queries', () => {
    assert.ok(inside('https://a.example/docs/x'))
    assert.ok(inside('https://a.example/docs/'))
    assert.ok(!inside('https://a.example/'))
    assert.ok(!inside('https://a.example/docs/x?y'))
    assert.ok(!inside('https://a.example:8443/docs/x'))
    assert.ok(!inside('http://a.example/docs/x'))
    assert.ok(!inside('https://b.a.example/docs/x'))
  })

  it('has a folder of its own, named by its address', () => {
    assert.equal(scope.folder, 'a.example/docs')
    assert.equal(webScope('http://a.example:8080').folder, 'a.example-8080')
    const strange = webScope('https://a.example/.git/%2e%2e%2fx/').folder
    assert.ok(isSafePath(strange), strange)
  })

  it('has a file for each page, no two the same, whatever its address', () => {
    const pathOf = pagePaths(scope)
    const paths = [
      'https://a.example/docs/intro.html',
      'https://a.example/docs/Set%20up/One.html',
      'https://a.example/docs/Set%20up/One',
      'https://a.example/docs/%2e%2e%2f%2e%2e%2fetc',
      'https://a.example/docs/%00/x',
      `https://a.example/docs/${'a/'.repeat(40)}`,
    ].map((url) => pathOf(new URL(url), 'What it is'))
    assert.equal(paths[0], 'what-it-is.md')
    assert.equal(new Set(paths).size, paths.length)
    for (const path of paths) {
      assert.ok(!path.split('/').includes('..') && !path.startsWith('/'), path)
      assert.ok(path.split('/').length <= 8, path)
      assert.doesNotMatch(path, /\0/)
    }
  })
})

describe('a sitemap', () => {
  it('lists pages, or further sitemaps', () => {
    const loc = '<x><loc> https://a.example/?a=1&amp;b=2 </loc></x>'
    assert.deepEqual(readSitemap(`<urlset>${loc}</urlset>`).pages, [
      'https://a.example/?a=1&b=2',
    ])
    assert.deepEqual(readSitemap(`<sitemapindex>${loc}</sitemapindex>`).sitemaps, [
      'https://a.example/?a=1&b=2',
    ])
  })
})
