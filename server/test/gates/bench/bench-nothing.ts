import Fastify from 'fastify'

/** A Fastify route that does nothing: the floor of what an answer over HTTP costs here. */
const server = Fastify()
server.get('/', () => ({ hello: 'world' }))
await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
