export { type ActivityResponse, activityResponse, showActivity } from './activity.ts';
