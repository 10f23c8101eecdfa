export { ByteBudget, largestShare, oldestShare } from './byte-budget.ts';
export { type Release, Semaphore } from './semaphore.ts';
export { singleFlight, singleFlightFresh } from './single-flight.ts';
export { type Key, type RefusalReason, WaitingList } from './waiting-list.ts';
