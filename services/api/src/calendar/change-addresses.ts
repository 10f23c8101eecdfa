import { randomBytes } from 'node:crypto';
import { type CalendarAddressBody, showCalendarAddress } from '@slipway/api-schema/calendar';
import { getFolder } from '@slipway/application/folders';
import { message } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import { neededToRead, requireNoToken } from '@slipway/domain/people';
import { writeAudit } from '@slipway/persistence/audit';
import {
  addCalendarAddress,
  type CalendarAddress,
  countCalendarAddresses,
  removeCalendarAddress,
} from '@slipway/persistence/calendar';
import type { Deps } from '../dependencies/deps.ts';
import type { RouteRequest } from '../http/route.ts';
import { hashSecret } from '../people/tokens.ts';

type Requester = Pick<RouteRequest<never, unknown, unknown>, 'caller' | 'actor' | 'login'>;

/** The maximum number of addresses of a user. */
const maxAddresses = 50;

/** The fields of an address in the audit log. */
const auditView = ({ username, folderId }: CalendarAddress) => ({ username, folderId });

/** Creates an address for the caller and returns it once: only its hash is stored. Throws Forbidden, NotFound, Conflict. */
export async function createAddress({ database }: Deps, requester: Requester, { folderId }: CalendarAddressBody) {
  const { caller, actor, login } = requester;
  requireNoToken(login.by, 'createCalendarAddresses');
  const access = { caller, anyOf: [neededToRead.folder] } as const;
  const folder = folderId === undefined || folderId === null ? null : await getFolder(database, folderId, access);
  const secret = randomBytes(20).toString('hex');
  const id = `Calendar${randomBytes(16).toString('hex')}`;
  const newAddress = { id, username: caller.username, folderId: folder?.id ?? null, hash: hashSecret(secret) };
  const address = await database.transaction(async (connection) => {
    if ((await countCalendarAddresses(connection, caller.username)) >= maxAddresses) {
      throw new Conflict(message('calendar.tooManyAddresses', { max: maxAddresses }));
    }
    const added = await addCalendarAddress(connection, newAddress);
    if (added === null) throw new NotFound(message('notFound.user', { name: caller.username }));
    const line = { actor, action: 'CALENDAR_CREATED', subject: id, before: null, after: auditView(added) } as const;
    await writeAudit(connection, line);
    return added;
  });
  return { ...showCalendarAddress(address), path: `/calendar/${secret}.ics` };
}

/** Deletes an address of the caller. Throws Forbidden, NotFound. */
export async function deleteAddress(
  { database }: Deps,
  { caller, actor, login }: Requester,
  id: string,
): Promise<void> {
  requireNoToken(login.by, 'deleteCalendarAddresses');
  await database.transaction(async (connection) => {
    const deleted = await removeCalendarAddress(connection, id, caller.username);
    if (deleted === null) throw new NotFound(message('notFound.calendarAddress', { id }));
    const line = { actor, action: 'CALENDAR_ENDED', subject: id, before: auditView(deleted), after: null } as const;
    await writeAudit(connection, line);
  });
}
