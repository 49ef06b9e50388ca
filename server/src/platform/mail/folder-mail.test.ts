import assert from 'node:assert/strict'
import { watch } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import {
  decodeBody,
  from,
  hello,
  hostileAddresses,
  hostileSubjects,
  type ParsedMessage,
  parseMessage,
} from '#test/mail/test-message.ts'

import { MailRefused } from './mail-errors.ts'
import { openMail } from './mail.ts'

describe('mail into a folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-mail-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('writes one whole message per file, in the form mail programs open', async () => {
    const mail = openMail({ kind: 'folder', folder: join(folder, 'new', 'sink'), from })
    await mail.check()
    await mail.send({ ...hello, text: 'one\ntwo\r\n', messageId: 'invite-7' })
    await mail.close()

    const names = await readdir(join(folder, 'new', 'sink'))
    assert.equal(names.length, 1)
    assert.match(names[0] ?? '', /^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-\d{6}-[\da-f]{8}\.eml$/)
    const raw = await readFile(join(folder, 'new', 'sink', names[0] ?? ''), 'utf8')
    assert.doesNotMatch(raw, /[^\r]\n/)
    const message = parseMessage(raw)
    assert.equal(message.header('from'), from)
    assert.equal(message.header('to'), 'ana@example.com')
    assert.equal(message.header('message-id'), '<invite-7@lectern.example>')
    assert.equal(decodeBody(message), 'one\r\ntwo\r\n')
  })

  it('names files so that they sort by time, within a moment and when the clock steps back', async () => {
    const times = [1000, 1000, 1000, 999, 2000, 1500]
    let turn = -1
    const nowMs = () => times[(turn += 1)] ?? 0
    const clock = { nowMs, now: () => new Date(nowMs()) }
    const mail = openMail({ kind: 'folder', folder, from }, clock)
    for (const turnNow of times.keys()) {
      await mail.send({ ...hello, messageId: `turn-${turnNow}` })
    }
    const messages = await readMessages(folder)
    assert.deepEqual(
      messages.map((message) => message.header('message-id')),
      [...times.keys()].map((turnNow) => `<turn-${turnNow}@lectern.example>`),
    )
  })

  it('loses none of many messages sent at the same moment', async () => {
    const mail = openMail({ kind: 'folder', folder, from })
    const other = openMail({ kind: 'folder', folder, from })
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        (turn % 2 === 0 ? mail : other).send({ ...hello, messageId: `m-${turn}` }),
      ),
    )
    const ids = (await readMessages(folder)).map((m) => m.header('message-id'))
    assert.equal(new Set(ids).size, 40)
  })

  it('never shows a message that is not whole: a file appears and does not change', async () => {
    const mail = openMail({ kind: 'folder', folder, from })
    const events: string[] = []
    const watcher = watch(folder, (event, name) => {
      if (name?.endsWith('.eml') === true) events.push(event)
    })
    try {
      await mail.send({ ...hello, text: `${'x'.repeat(60)}\r\n`.repeat(15_000) })
      const deadlineMs = Date.now() + 20_000
      while (events.length === 0 && Date.now() < deadlineMs) await wait(5)
      await wait(20)
    } finally {
      watcher.close()
    }
    // The system reports a name that appears as a rename, and a write to that file as a change.
    assert.deepEqual(events, ['rename'])
    assert.equal((await readdir(folder)).length, 1)
  })

  it('refuses the same hostile recipients, and writes nothing', async () => {
    const mail = openMail({ kind: 'folder', folder, from })
    for (const to of hostileAddresses) {
      await assert.rejects(mail.send({ ...hello, to }), MailRefused, JSON.stringify(to))
    }
    assert.deepEqual(await readdir(folder), [])
  })

  it('adds no header for hostile subjects', async () => {
    const mail = openMail({ kind: 'folder', folder, from })
    for (const subject of ['Hello', ...hostileSubjects]) {
      await mail.send({ ...hello, subject })
    }
    const [plain, ...tried] = await readMessages(folder)
    assert.equal(tried.length, hostileSubjects.length)
    for (const message of tried) assert.deepEqual(message.names, plain?.names)
  })

  it('fails the check and the sending when the folder cannot be one', async () => {
    const taken = join(folder, 'taken')
    await writeFile(taken, '')
    const mail = openMail({ kind: 'folder', folder: taken, from })
    await assert.rejects(mail.check(), { code: 'EEXIST' })
    await assert.rejects(mail.send(hello), { code: 'EEXIST' })
  })
})

describe('the sender', () => {
  for (const wrong of ['', 'Lectern', 'a@b\r\nBcc: eve@example.com', 'a@b (c)', '@']) {
    it(`is refused at opening when it is ${JSON.stringify(wrong)}`, () => {
      assert.throws(
        () => openMail({ kind: 'folder', folder: 'unused', from: wrong }),
        /is not an address such as/,
      )
    })
  }
})

async function readMessages(folder: string): Promise<ParsedMessage[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
  const raws = await Promise.all(
    names.map((name) => readFile(join(folder, name), 'utf8')),
  )
  return raws.map(parseMessage)
}
