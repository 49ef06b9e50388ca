import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  placeKinds,
  placeOf,
  saying,
  type TestPlace,
} from '#test/comments/test-comments.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { newPerson, nowhere, refusal } from '#test/test-people.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

for (const kind of placeKinds) {
  describe(`a comment on a ${kind}`, () => {
    let place: TestPlace
    before(async () => {
      place = await placeOf(api, kind)
    })

    it('is posted with what it is about, who posted it and what they may do', async () => {
      const tableCell = { record: 'row', definition: 'column' }
      const target = { page: place.pageId, node: 'a-block', tableCell }
      const posted = await place.post({ ...saying('Why **so**?'), ...target })

      assert.equal(posted.object, 'comment')
      assert.equal(posted.postedBy.id, api.users.comment)
      assert.equal(posted.status, 'open')
      assert.equal(posted.body.markdown, 'Why **so**?')
      assert.equal(posted.body.document.nodes[0].type, 'paragraph')
      assert.deepEqual(posted.target, {
        node: { id: 'a-block' },
        page: { id: place.pageId },
        tableCell,
        space: place.spaceId,
        revision: place.revisionId,
        ...(place.changeRequestId && { changeRequest: place.changeRequestId }),
      })
      assert.deepEqual(posted.permissions, {
        view: true,
        edit: true,
        reply: true,
        delete: true,
      })
      const location = `http://lectern.test/v1${place.path}/comments/${posted.id}`
      assert.equal(posted.urls.location, location)
      const read = await api.as('comment').get(`${place.path}/comments/${posted.id}`)
      assert.deepEqual(read.body, posted)
    })

    it('is told in an event and in the audit log, without what it says', async () => {
      const { id } = await place.post(saying('A secret word'))
      const events = await eventsOf(api, `comment:${id}`)
      assert.deepEqual(
        events.map(({ type }) => type),
        ['comment_posted'],
      )
      assert.equal(events[0].payload.spaceId, place.spaceId)
      const [row] = await api.rows('select * from audit_event where target_id = $1', [id])
      assert.equal(row.actor_id, api.users.comment)
      assert.doesNotMatch(JSON.stringify([events, row]), /secret/)
    })

    it('takes Markdown, a document or nothing, and answers in the form asked for', async () => {
      const document = {
        object: 'document',
        data: {},
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            isVoid: false,
            data: {},
            nodes: [
              { object: 'text', leaves: [{ object: 'leaf', text: 'Hi', marks: [] }] },
            ],
          },
        ],
      }
      const sent = await place.post({ body: { document } })
      assert.equal(sent.body.markdown, 'Hi\n')
      const path = `${place.path}/comments/${sent.id}`
      const asMarkdown = await api.as('read').get(`${path}?format=markdown`)
      assert.deepEqual(Object.keys(asMarkdown.body.body), ['markdown'])
      const asDocument = await api.as('read').get(`${path}?format=document`)
      assert.deepEqual(Object.keys(asDocument.body.body), ['document'])
      const empty = await place.post({ body: {} })
      assert.equal(empty.body.markdown, '')
      assert.deepEqual(empty.body.document.nodes, [])
    })

    it('refuses a body that is missing, of two forms, too long or no document', async () => {
      const refused = [
        {},
        {
          body: { markdown: 'a', document: { object: 'document', data: {}, nodes: [] } },
        },
        saying('x'.repeat(20_001)),
        saying('\0'),
        {
          body: {
            document: { object: 'document', data: {}, nodes: [{ object: 'block' }] },
          },
        },
      ]
      for (const body of refused) {
        const reply = await api.as('comment').post(`${place.path}/comments`, body)
        assert.equal(reply.status, 400, JSON.stringify(body).slice(0, 80))
      }
    })

    it('is refused on a page that is not there, as on one of another space', async () => {
      const other = await placeOf(api, 'space')
      const post = async (page: string) =>
        api.as('comment').post(`${place.path}/comments`, { ...saying('?'), page })
      const missing = await post(nowhere)
      const foreign = await post(other.pageId)
      assert.equal(missing.status, 404)
      assert.deepEqual(refusal(missing, nowhere), refusal(foreign, other.pageId))
    })

    it('is for those with the comment role', async () => {
      const { id } = await place.post(saying('Mine'))
      const reader = api.as('read')
      const path = `${place.path}/comments/${id}`
      const replies = [
        await reader.post(`${place.path}/comments`, saying('No')),
        await reader.put(path, { resolved: true }),
        await reader.put(path, { addedReactions: ['1f44d'] }),
        await reader.post(`${path}/replies`, saying('No')),
        await reader.delete(path),
      ]
      for (const reply of replies) assert.equal(reply.status, 403)
      const { body } = await reader.get(path)
      assert.deepEqual(body.permissions, {
        view: true,
        edit: false,
        reply: false,
        delete: false,
      })
    })

    it('is edited by its author alone, and removed by them or an admin', async () => {
      const { id } = await place.post(saying('First'))
      const path = `${place.path}/comments/${id}`
      for (const name of ['edit', 'admin'] as const) {
        const reply = await api.as(name).put(path, saying('Theirs'))
        assert.equal(reply.status, 403, name)
      }
      const edited = await api.as('comment').put(path, saying('Second'))
      assert.equal(edited.body.body.markdown, 'Second')
      assert.ok(edited.body.editedAt)
      assert.equal((await api.as('review').delete(path)).status, 403)
      assert.equal((await api.as('admin').delete(path)).status, 204)
      assert.equal((await api.as('comment').get(path)).status, 404)
      const own = await place.post(saying('Own'))
      const removed = await api.as('comment').delete(`${place.path}/comments/${own.id}`)
      assert.equal(removed.status, 204)
    })

    it('is resolved and opened again by anyone who may comment, and counted', async () => {
      const { id } = await place.post(saying('Count me'))
      const path = `${place.path}/comments/${id}`
      const open = await place.open()
      const resolved = await api.as('edit').put(path, { resolved: true })
      assert.equal(resolved.body.status, 'resolved')
      assert.equal(resolved.body.resolvedBy.id, api.users.edit)
      assert.ok(resolved.body.resolvedAt)
      assert.equal(await place.open(), open - 1)
      await api.as('comment').put(path, { resolved: true })
      assert.equal(await place.open(), open - 1)
      const again = await api.as('comment').put(path, { resolved: false })
      assert.equal(again.body.status, 'open')
      assert.ok(!('resolvedBy' in again.body))
      assert.equal(await place.open(), open)
      const types = (await eventsOf(api, `comment:${id}`)).map(({ type }) => type)
      assert.deepEqual(types, ['comment_posted', 'comment_resolved', 'comment_reopened'])
    })

    it('counts right when many resolve, open and delete at once', async () => {
      const busy = await placeOf(api, kind)
      const ids: string[] = []
      for (let index = 0; index < 4; index += 1) {
        ids.push((await busy.post(saying(`Number ${index}`))).id)
      }
      const calls = Array.from({ length: 16 }, async (_, index) => {
        const path = `${busy.path}/comments/${ids[index % 4]}`
        if (index === 15) return api.as('admin').delete(path)
        return api.as('comment').put(path, { resolved: index % 8 < 4 })
      })
      const posts = Array.from({ length: 4 }, async () => busy.post(saying('More')))
      const replies = await Promise.all(calls)
      await Promise.all(posts)
      for (const { status } of replies) assert.ok([200, 204, 404].includes(status))
      const { body } = await api.as('read').get(`${busy.path}/comments?status=open`)
      assert.equal(body.count, body.items.length)
      assert.equal(await busy.open(), body.items.length)
      const all = await api.as('read').get(`${busy.path}/comments`)
      assert.equal(all.body.count, 7)
      assert.equal(all.body.items.length, 7)
    })

    it('takes each reaction of a person once, and removes what is in both lists', async () => {
      const { id } = await place.post(saying('React'))
      const path = `${place.path}/comments/${id}`
      const react = async (as: 'comment' | 'edit', body: object) =>
        (await api.as(as).put(path, body)).body.reactions
      await react('comment', { addedReactions: ['1f44d', '1f44d', '🎉'] })
      await react('comment', { addedReactions: ['1f44d'] })
      const { status } = await api.as('comment').put(path, { addedReactions: ['nice'] })
      assert.equal(status, 400)
      const both = await react('edit', { addedReactions: ['1f44d'] })
      assert.deepEqual(
        both.map((each: { emoji: string; count: number }) => [each.emoji, each.count]),
        [
          ['1f44d', 2],
          ['🎉', 1],
        ],
      )
      assert.deepEqual(
        both[0].users.map(({ user }: { user: { id: string } }) => user.id),
        [api.users.comment, api.users.edit],
      )
      const left = await react('comment', {
        addedReactions: ['🎉', '2764'],
        removedReactions: ['🎉', '2764', '1f44d', 'never'],
      })
      assert.deepEqual(
        left.map((each: { emoji: string; count: number }) => [each.emoji, each.count]),
        [['1f44d', 1]],
      )
    })

    it('takes a thousand reactions and no more', async () => {
      const { id } = await place.post(saying('Popular'))
      const path = `${place.path}/comments/${id}`
      const emoji = emojiCodes()
      const many = emoji.slice(2, 1001)
      assert.equal(many.length, 999)
      const first = await api.as('comment').put(path, { addedReactions: many })
      assert.equal(first.status, 200)
      const full = await api.as('edit').put(path, { addedReactions: emoji.slice(0, 2) })
      assert.equal(full.status, 409)
      assert.equal(full.body.error.reason, 'too_many_reactions')
      assert.equal(
        (await api.as('edit').put(path, { addedReactions: emoji.slice(0, 1) })).status,
        200,
      )
    })

    it('changes nothing and tells nobody when nothing is different', async () => {
      const { id } = await place.post(saying('Same'))
      const path = `${place.path}/comments/${id}`
      const before_ = await api.as('comment').get(path)
      await api.as('comment').put(path, { ...saying('Same'), resolved: false })
      await api.as('comment').put(path, {})
      const after_ = await api.as('comment').get(path)
      assert.equal(after_.headers.get('etag'), before_.headers.get('etag'))
      assert.equal((await eventsOf(api, `comment:${id}`)).length, 1)
    })

    it('has an ETag that follows all of it, and holds If-Match to its own changes', async () => {
      const { id } = await place.post(saying('Tagged'))
      const path = `${place.path}/comments/${id}`
      const first = await api.as('comment').get(path)
      const etag = first.headers.get('etag') ?? ''
      const same = await api.as('comment').get(path, { 'if-none-match': etag })
      assert.equal(same.status, 304)
      await api.as('edit').put(path, { addedReactions: ['2764'] })
      const reacted = await api.as('comment').get(path, { 'if-none-match': etag })
      assert.equal(reacted.status, 200)
      const match = { 'if-match': etag }
      const kept = await api.as('comment').send('PUT', path, saying('New'), match)
      assert.equal(kept.status, 200)
      const stale = await api.as('comment').send('PUT', path, saying('Newer'), match)
      assert.equal(stale.status, 412)
    })

    it('hides from outsiders as if it did not exist', async () => {
      const { id } = await place.post(saying('Hidden'))
      const path = `${place.path}/comments/${id}`
      const missing = path.replace(place.spaceId, nowhere)
      const stranger = await newPerson(api, { name: `Stranger ${kind}` })
      for (const outsider of [api.as('outsider'), stranger.caller, api.as('guest')]) {
        const real = await outsider.get(path)
        assert.equal(real.status, 404)
        assert.deepEqual(
          refusal(real, place.spaceId),
          refusal(await outsider.get(missing), nowhere),
        )
        assert.equal((await outsider.put(path, { resolved: true })).status, 404)
        assert.equal((await outsider.delete(path)).status, 204)
        const post = await outsider.post(`${place.path}/comments`, saying('In'))
        assert.equal(post.status, 404)
      }
      assert.equal((await api.anonymous().get(path)).status, 401)
      assert.equal((await api.as('comment').get(path)).status, 200)
    })

    it('is not found in another place', async () => {
      const { id } = await place.post(saying('Here'))
      const other = await placeOf(api, kind)
      const elsewhere = await api.as('admin').get(`${other.path}/comments/${id}`)
      assert.equal(elsewhere.status, 404)
      const wrong =
        kind === 'space'
          ? (await placeOf(api, 'change request')).path
          : `/spaces/${place.spaceId}`
      assert.equal((await api.as('admin').get(`${wrong}/comments/${id}`)).status, 404)
      await api.as('admin').delete(`${wrong}/comments/${id}`)
      const still = await api.as('comment').get(`${place.path}/comments/${id}`)
      assert.equal(still.status, 200)
    })

    it('is posted once however often the request is sent with one key', async () => {
      const key = { 'idempotency-key': `once-${kind}` }
      const send = async () =>
        api.as('comment').send('POST', `${place.path}/comments`, saying('Once'), key)
      const [one, other] = await Promise.all([send(), send()])
      assert.deepEqual(one.body, other.body)
      const rows = await api.rows(
        'select id from comment where body = $1 and space_id = $2',
        ['Once', place.spaceId],
      )
      assert.equal(rows.length, 1)
    })
  })
}

describe('a comment on a change request', () => {
  it('is reached by the number of the change request too', async () => {
    const place = await placeOf(api, 'change request')
    const { id } = await place.post(saying('By number'))
    const numbered = `/spaces/${place.spaceId}/change-requests/1/comments/${id}`
    const reply = await api.as('comment').get(numbered)
    assert.equal(reply.body.target.changeRequest, place.changeRequestId)
    const none = `/spaces/${place.spaceId}/change-requests/2/comments/${id}`
    assert.equal((await api.as('comment').get(none)).status, 404)
    const huge = `/spaces/${place.spaceId}/change-requests/99999999999999/comments/${id}`
    assert.equal((await api.as('comment').get(huge)).status, 404)
  })

  it('makes its author a contributor, counted with their replies', async () => {
    const place = await placeOf(api, 'change request')
    const { id } = await place.post(saying('One'))
    await place.post(saying('Two'))
    await api.as('comment').post(`${place.path}/comments/${id}/replies`, saying('Three'))
    const rows = await api.rows(
      `select user_id, count from change_request_contributor
       where change_request_id = $1 and action = 'comment'`,
      [place.changeRequestId],
    )
    assert.deepEqual(rows, [{ user_id: api.users.comment, count: 3 }])
  })

  it('takes a page that only the change request has, and none that it deleted', async () => {
    const place = await placeOf(api, 'change request')
    const edit = async (change: object) => {
      const path = `${place.path}/content?compat=false`
      const reply = await api.as('edit').post(path, { changes: [change] })
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    }
    const made = await edit({ operation: 'insert_page', title: 'Only here' })
    const page: string = made.changes[0].page
    await place.post({ ...saying('On a new page'), page })
    const onMain = await api
      .as('comment')
      .post(`/spaces/${place.spaceId}/comments`, { ...saying('?'), page })
    assert.equal(onMain.status, 404)
    await edit({ operation: 'delete_page', page: place.pageId })
    const gone = await api
      .as('comment')
      .post(`${place.path}/comments`, { ...saying('?'), page: place.pageId })
    assert.equal(gone.status, 404)
  })
})

/** The codes of all emoji of one code point. */
function emojiCodes(): string[] {
  const first = 0x1_f0_00
  const last = 0x1_fa_ff
  return Array.from({ length: last - first }, (_, at) => first + at)
    .filter((point) => /^\p{RGI_Emoji}$/v.test(String.fromCodePoint(point)))
    .map((point) => point.toString(16))
}
