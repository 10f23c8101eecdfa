import {
  calendarAddressBody,
  calendarAddressResponse,
  newCalendarAddressResponse,
  showCalendarAddress,
} from '@slipway/api-schema/calendar';
import { list } from '@slipway/api-schema/format';
import { listCalendarAddresses } from '@slipway/persistence/calendar';
import { jsonBody, type Route, route } from '../http/route.ts';
import { createAddress, deleteAddress } from './change-addresses.ts';

/** Addresses of calendars for the releases of a user (subscribe-to-a-calendar.md). */
export const calendarAddresses: readonly Route[] = [
  route({
    method: 'GET',
    path: '/calendar/addresses',
    name: 'getCalendarAddresses',
    summary: 'Your addresses of calendars, without their tokens, in the order of creation',
    needs: 'anyone',
    reply: list(calendarAddressResponse),
    answer: async ({ database }, { caller }) =>
      (await listCalendarAddresses(database, caller.username)).map(showCalendarAddress),
  }),
  route({
    method: 'POST',
    path: '/calendar/addresses',
    name: 'createCalendarAddress',
    summary: 'Makes an address by which a calendar program follows releases as you see them; it is in this answer only',
    needs: 'anyone',
    body: jsonBody(calendarAddressBody),
    reply: newCalendarAddressResponse,
    returnsSecret: true,
    answer: (deps, { body, ...requester }) => createAddress(deps, requester, body),
  }),
  route({
    method: 'DELETE',
    path: '/calendar/addresses/{addressId}',
    name: 'deleteCalendarAddress',
    summary: 'Deletes one of your addresses of calendars, which returns 404 from then on',
    needs: 'anyone',
    reply: null,
    answer: (deps, { path, ...requester }) => deleteAddress(deps, requester, path.addressId),
  }),
];
