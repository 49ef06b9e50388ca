import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  placeKinds,
  placeOf,
  saying,
  type TestPlace,
} from '#test/comments/test-comments.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { newPerson, nowhere } from '#test/test-people.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

const textsIn = ({ items }: TestBody): string[] =>
  items.map((item: TestBody) => item.body.markdown)
const ids = ({ items }: TestBody) => items.map((item: TestBody) => item.id)
const isResolved = (index: number) => index % 3 === 0
const isOnPage = (index: number) => index % 2 === 0
const isByFirst = (index: number) => index % 4 < 2

for (const kind of placeKinds) {
  describe(`the comments on a ${kind}`, () => {
    let place: TestPlace
    /**
     * The texts of the comments: every third is resolved, every second on the page; two people take
     * turns.
     */
    const texts = Array.from({ length: 12 }, (_, index) => `Comment ${index}`)
    before(async () => {
      place = await placeOf(api, kind)
      for (const [index, text] of texts.entries()) {
        const body = { ...saying(text), ...(isOnPage(index) && { page: place.pageId }) }
        const { id } = await place.post(body, isByFirst(index) ? 'comment' : 'edit')
        if (isResolved(index)) {
          await api.as('edit').put(`${place.path}/comments/${id}`, { resolved: true })
        }
      }
    })

    async function walk(query: string): Promise<string[]> {
      const found: string[] = []
      let page = ''
      for (;;) {
        const path = `${place.path}/comments?limit=2${query}${page && `&page=${page}`}`
        const { status, body } = await api.as('read').get(path)
        assert.equal(status, 200, JSON.stringify(body))
        found.push(...textsIn(body))
        if (body.next === undefined) {
          assert.equal(body.count, found.length, query)
          return found
        }
        page = body.next.page
      }
    }

    it('come the latest first, with what the API says of each one', async () => {
      const { body } = await api.as('read').get(`${place.path}/comments`)
      assert.deepEqual(textsIn(body), texts.toReversed())
      const one = await api.as('read').get(`${place.path}/comments/${body.items[3].id}`)
      assert.deepEqual(body.items[3], one.body)
    })

    it('are paged with every filter and in both orders', async () => {
      const by = `&authors=${api.users.comment}`
      const both = `${by}&authors=${api.users.edit}&authors=${nowhere}`
      const on = `&targetPage=${place.pageId}`
      const cases: [string, (index: number) => boolean][] = [
        ['', () => true],
        ['&status=open', (index) => !isResolved(index)],
        ['&status=resolved', isResolved],
        [on, isOnPage],
        [`${on}&status=open`, (index) => isOnPage(index) && !isResolved(index)],
        [by, isByFirst],
        [both, () => true],
        [`${by}&status=resolved`, (index) => isByFirst(index) && isResolved(index)],
        [`${by}${on}`, (index) => isByFirst(index) && isOnPage(index)],
        [`${both}${on}&status=open`, (index) => isOnPage(index) && !isResolved(index)],
        [`&targetPage=${nowhere}`, () => false],
        [`&authors=${nowhere}`, () => false],
      ]
      for (const [query, isIn] of cases) {
        const wanted = texts.filter((_, index) => isIn(index))
        assert.deepEqual(await walk(`${query}&order=asc`), wanted, query)
        assert.deepEqual(await walk(query), wanted.toReversed(), query)
      }
    })

    it('are counted without being read, and answered in the form asked for', async () => {
      const counted = await api.as('read').get(`${place.path}/comments?limit=0`)
      assert.deepEqual(counted.body, { items: [], count: 12 })
      const path = `${place.path}/comments?limit=1&format=`
      const markdown = await api.as('read').get(`${path}markdown`)
      assert.deepEqual(Object.keys(markdown.body.items[0].body), ['markdown'])
      const document = await api.as('read').get(`${path}document`)
      assert.deepEqual(Object.keys(document.body.items[0].body), ['document'])
    })

    it('refuse filters that mean nothing and cursors of other filters', async () => {
      for (const query of ['status=closed', 'order=up', 'format=html', 'limit=1001']) {
        const { status } = await api.as('read').get(`${place.path}/comments?${query}`)
        assert.equal(status, 400, query)
      }
      const { body } = await api.as('read').get(`${place.path}/comments?limit=2`)
      const other = `${place.path}/comments?limit=2&status=open&page=${body.next.page}`
      assert.equal((await api.as('read').get(other)).status, 400)
    })

    it('are listed apart from those of the other kind of place', async () => {
      const other =
        kind === 'space'
          ? undefined
          : await api.as('read').get(`/spaces/${place.spaceId}/comments`)
      if (other !== undefined) assert.deepEqual(other.body, { items: [], count: 0 })
      const lists = ['comments', 'commenters']
      for (const list of lists) {
        const outside = await api.as('outsider').get(`${place.path}/${list}`)
        assert.equal(outside.status, 404)
        assert.equal((await api.anonymous().get(`${place.path}/${list}`)).status, 401)
      }
    })
  })

  describe(`the replies to a comment on a ${kind}`, () => {
    let place: TestPlace
    let path: string
    before(async () => {
      place = await placeOf(api, kind)
      path = `${place.path}/comments/${(await place.post(saying('Ask'))).id}`
    })

    const reply = async (text: string, as: 'comment' | 'edit' = 'comment') => {
      const posted = await api.as(as).post(`${path}/replies`, saying(text))
      assert.equal(posted.status, 200, JSON.stringify(posted.body))
      return posted.body
    }

    it('are read as they were posted, oldest first, and told by their comment', async () => {
      const first = await reply('First')
      await reply('Second', 'edit')
      await reply('Third')
      assert.equal(first.object, 'comment-reply')
      const one = await api.as('read').get(`${path}/replies/${first.id}`)
      assert.deepEqual(one.body.body, first.body)
      const page = await api.as('read').get(`${path}/replies?limit=2`)
      assert.equal(page.body.count, 3)
      assert.equal(page.body.items[0].id, first.id)
      const rest = await api
        .as('read')
        .get(`${path}/replies?limit=2&page=${page.body.next.page}`)
      assert.equal(rest.body.items[0].body.markdown, 'Third')
      const { body } = await api.as('read').get(path)
      assert.equal(body.replies, 3)
      assert.deepEqual(
        body.repliers.map((each: TestBody) => [each.user.id, each.count]),
        [
          [api.users.comment, 2],
          [api.users.edit, 1],
        ],
      )
    })

    it('are edited by their author, reacted to by all, and removed by author or admin', async () => {
      const { id } = await reply('Mine')
      const target = `${path}/replies/${id}`
      assert.equal((await api.as('admin').put(target, saying('No'))).status, 403)
      const edited = await api
        .as('comment')
        .put(target, { ...saying('Yes'), resolved: true })
      assert.equal(edited.body.body.markdown, 'Yes')
      assert.ok(edited.body.editedAt)
      await api.as('edit').put(target, { addedReactions: ['2764'] })
      const reacted = await api.as('edit').put(target, { addedReactions: ['2764'] })
      assert.equal(reacted.body.reactions[0].count, 1)
      const word = await api.as('edit').put(target, { addedReactions: ['heart'] })
      assert.deepEqual([word.status, word.body.error.reason], [400, 'invalid_request'])
      assert.equal((await api.as('read').put(target, {})).status, 403)
      assert.equal((await api.as('edit').delete(target)).status, 403)
      const before_ = (await api.as('read').get(path)).body.replies
      assert.equal((await api.as('admin').delete(target)).status, 204)
      assert.equal((await api.as('admin').delete(target)).status, 204)
      assert.equal((await api.as('read').get(path)).body.replies, before_ - 1)
      assert.equal((await api.as('read').get(target)).status, 404)
      const left = await api.rows('select 1 from comment_reaction where reply_id = $1', [
        id,
      ])
      assert.equal(left.length, 0)
    })

    it('are counted right when many are posted and removed at once', async () => {
      const posted = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => reply(`Crowd ${index}`)),
      )
      await Promise.all(
        posted
          .slice(0, 6)
          .map(async ({ id }) => api.as('comment').delete(`${path}/replies/${id}`)),
      )
      const { body } = await api.as('read').get(`${path}/replies`)
      assert.equal(body.count, body.items.length)
    })

    it('end at a thousand', async () => {
      const { id } = await place.post(saying('Crowded'))
      await api.rows('update comment set replies = 1000 where id = $1', [id])
      const full = await api
        .as('comment')
        .post(`${place.path}/comments/${id}/replies`, saying('Too many'))
      assert.equal(full.status, 409)
      assert.equal(full.body.error.reason, 'too_many_replies')
      await api.rows('delete from comment where id = $1', [id])
    })

    it('go with their comment', async () => {
      const { id } = await place.post(saying('Whole'))
      const whole = `${place.path}/comments/${id}`
      const answer = await api.as('edit').post(`${whole}/replies`, saying('Part'))
      await api.as('comment').put(`${whole}/replies/${answer.body.id}`, {
        addedReactions: ['2764'],
      })
      assert.equal((await api.as('comment').delete(whole)).status, 204)
      for (const table of ['comment_reply', 'comment_reaction']) {
        const rows = await api.rows(`select 1 from ${table} where comment_id = $1`, [id])
        assert.equal(rows.length, 0, table)
      }
      const gone = await api.as('read').get(`${whole}/replies`)
      assert.equal(gone.status, 404)
    })

    it('are refused to and hidden from the same people as comments', async () => {
      const { id } = await reply('Hidden')
      const target = `${path}/replies/${id}`
      for (const outsider of [api.as('outsider'), api.as('guest')]) {
        assert.equal((await outsider.get(target)).status, 404)
        assert.equal((await outsider.get(`${path}/replies`)).status, 404)
        assert.equal((await outsider.put(target, saying('In'))).status, 404)
        assert.equal((await outsider.delete(target)).status, 204)
        assert.equal((await outsider.post(`${path}/replies`, saying('In'))).status, 404)
      }
      assert.equal((await api.anonymous().get(target)).status, 401)
      assert.equal((await api.as('read').get(target)).status, 200)
      assert.equal((await api.as('read').get(`${path}/replies/${nowhere}`)).status, 404)
    })
  })

  describe(`who commented on a ${kind}`, () => {
    it('is listed once, the latest first, as long as they are members', async () => {
      const place = await placeOf(api, kind)
      const leaver = await newPerson(api, { name: `Leaver ${kind}`, role: 'comment' })
      const { id } = await place.post(saying('First'), 'comment')
      await place.post(saying('Second'), 'edit')
      await leaver.caller.post(`${place.path}/comments`, saying('Third'))
      await place.post(saying('Fourth'), 'admin')
      await api
        .as('comment')
        .post(`${place.path}/comments/${id}/replies`, saying('Fifth'))
      const list = async (query = '') =>
        (await api.as('read').get(`${place.path}/commenters${query}`)).body
      const { admin, comment, edit } = api.users
      assert.deepEqual(ids(await list()), [comment, admin, leaver.userId, edit])
      const page = await list('?limit=1')
      assert.equal(page.count, 4)
      const rest = await list(`?limit=3&page=${page.next.page}`)
      assert.deepEqual(ids(rest), [admin, leaver.userId, edit])
      await api.as('admin').delete(`/orgs/${api.organization}/members/${leaver.userId}`)
      assert.deepEqual(ids(await list()), [comment, admin, edit])
      const { body } = await api.as('read').get(`${place.path}/comments?order=asc`)
      assert.equal(body.items[2].postedBy.id, leaver.userId)
      await api.as('admin').delete(`${place.path}/comments/${body.items[1].id}`)
      assert.deepEqual(ids(await list()), [comment, admin])
    })

    it('is not for guests, who see what was said all the same', async () => {
      const place = await placeOf(api, kind)
      await place.post(saying('Said'))
      await api.rows(
        `insert into user_grant (organization_id, content_id, user_id, role)
         values ($1, $2, $3, 'read')`,
        [api.organization, place.spaceId, api.users.guest],
      )
      const comments = await api.as('guest').get(`${place.path}/comments`)
      assert.equal(comments.body.count, 1)
      assert.ok(!('email' in comments.body.items[0].postedBy))
      assert.equal((await api.as('guest').get(`${place.path}/commenters`)).status, 403)
    })
  })
}
