export { listActivities } from './activity.ts';
