import { randomBytes } from 'node:crypto';
import { Conflict, clip, NotFound, neededToRead, requireNoToken } from '@slipway/domain';
import {
  addCalendarAddress,
  type CalendarAddress,
  countCalendarAddresses,
  removeCalendarAddress,
  writeAudit,
} from '@slipway/persistence';
import { folderNamed } from '@slipway/resources';
import { type CalendarAddressBody, showCalendarAddress } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import type { RouteRequest } from '../http/route.ts';
import { hashOf } from '../people/tokens/token-text.ts';

type Asked = Pick<RouteRequest<never, unknown, unknown>, 'caller' | 'actor' | 'login'>;

/** How many addresses a user has at most. */
const mostAddresses = 50;

/** What the audit log keeps of an address. */
const told = ({ username, folderId }: CalendarAddress) => ({ username, folderId });

/** Makes an address of the caller, which is answered once and not kept. Throws Forbidden, NotFound, Conflict. */
export async function createAddress({ database }: Deps, asked: Asked, { folderId }: CalendarAddressBody) {
  const { caller, actor, login } = asked;
  requireNoToken(login.by, 'create calendar addresses');
  const seeing = { caller, anyOf: [neededToRead.folder] } as const;
  const folder = folderId === undefined || folderId === null ? null : await folderNamed(database, folderId, seeing);
  const secret = randomBytes(20).toString('hex');
  const id = `Calendar${randomBytes(16).toString('hex')}`;
  const made = { id, username: caller.username, folderId: folder?.id ?? null, hash: hashOf(secret) };
  const address = await database.transaction(async (connection) => {
    if ((await countCalendarAddresses(connection, caller.username)) >= mostAddresses) {
      throw new Conflict(`a user has at most ${mostAddresses} addresses of calendars: end one first`);
    }
    const added = await addCalendarAddress(connection, made);
    if (added === null) throw new NotFound(`there is no user '${clip(caller.username)}'`);
    const line = { actor, action: 'CALENDAR_CREATED', subject: id, before: null, after: told(added) } as const;
    await writeAudit(connection, line);
    return added;
  });
  return { ...showCalendarAddress(address), path: `/calendar/${secret}.ics` };
}

/** Ends an address of the caller. Throws Forbidden, NotFound. */
export async function endAddress({ database }: Deps, { caller, actor, login }: Asked, id: string): Promise<void> {
  requireNoToken(login.by, 'delete calendar addresses');
  await database.transaction(async (connection) => {
    const ended = await removeCalendarAddress(connection, id, caller.username);
    if (ended === null) throw new NotFound(`there is no address of a calendar '${clip(id)}'`);
    const line = { actor, action: 'CALENDAR_ENDED', subject: id, before: told(ended), after: null } as const;
    await writeAudit(connection, line);
  });
}
