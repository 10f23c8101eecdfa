export { eventTypesResponse, exampleOf, showEventTypes } from './catalog.ts';
