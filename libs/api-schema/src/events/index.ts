export { eventTypesResponse, showEventTypes } from './catalog.ts';
