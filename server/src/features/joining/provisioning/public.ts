export { findArrivalFacts } from './arrival-facts.ts'
export { provisioningSubscriber } from './provisioning-subscriber.ts'
export { addScimRoutes } from './scim-routes.ts'
