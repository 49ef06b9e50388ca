export { notificationSubscriber } from './notification-subscriber.ts'
export { addUnsubscribePages } from './unsubscribe-pages.ts'
