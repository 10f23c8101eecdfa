import { oneOf, optional } from '@slipway/api-schema/format';
import {
  type attemptPageResponse,
  type ledgerPageResponse,
  type ReplayBody,
  showAttempt,
  showNotificationDelivery,
} from '@slipway/api-schema/notifications';
import { idCandidates } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { subjectTitle } from '@slipway/domain/notifications';
import {
  deliveryChannels,
  deliveryStates,
  isLedgerCursor,
  type LedgerFilter,
  readAttempts,
  readLedger,
  replayableStates,
  replayDeliveries,
} from '@slipway/persistence/notifications';
import type { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';

export const channelIn = optional(oneOf(deliveryChannels));
export const stateIn = optional(oneOf(deliveryStates));

const defaultLimit = 100;

interface Page {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

const lastSegment = (id: string | undefined): string | undefined => id?.slice(id.lastIndexOf('/') + 1);

/** Renders a page of the ledger. Throws Invalid for a cursor of another list. */
export async function renderLedger(
  { database }: Pick<Deps, 'database'>,
  { limit = defaultLimit, releaseId, ...filter }: LedgerFilter & Page,
): Promise<z.output<typeof ledgerPageResponse>> {
  if (filter.after !== undefined && !isLedgerCursor(filter.after)) throw new Invalid(message('page.after'));
  const rows = await readLedger(database, { ...filter, releaseId: lastSegment(releaseId) }, limit);
  return {
    items: rows.map((row) => showNotificationDelivery({ ...row, subject: subjectTitle(row) })),
    next: rows.length < limit ? undefined : rows.at(-1)?.cursor,
  };
}

/** Renders the attempts to send to a receiver. */
export async function renderAttempts(
  { database }: Pick<Deps, 'database'>,
  recipient: string,
  { after, limit = defaultLimit, messageId }: Page & { readonly messageId?: string | undefined },
): Promise<z.output<typeof attemptPageResponse>> {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new Invalid(message('page.after'));
  const filter = { messageId, after: after === undefined ? undefined : Number(after) };
  const rows = await readAttempts(database, recipient, filter, limit);
  return { items: rows.map(showAttempt), next: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** Sends deliveries of a receiver again. Throws Invalid without a delivery or a time range, NotFound. */
export async function replayFor(deps: Deps, recipient: string, body: ReplayBody): Promise<{ replayed: number }> {
  const { deliveryId, from, to, states = ['failed', 'dead'] } = body;
  if (deliveryId === undefined && (from === undefined || to === undefined))
    throw new Invalid(message('notification.replayRange'));
  const replay =
    deliveryId === undefined
      ? { recipient, from, to, states }
      : { recipient, id: lastSegment(deliveryId), states: replayableStates };
  const replayed = await deps.engine.change((database) => replayDeliveries(database, replay));
  if (deliveryId !== undefined && replayed === 0) throw new NotFound(message('notFound.delivery', { id: deliveryId }));
  return { replayed };
}

/** Sends a delivery of any recipient again. Throws NotFound for an unknown one, and for one that was not sent yet. */
export async function replayOne(deps: Deps, rawId: string): Promise<{ replayed: number }> {
  const [id] = idCandidates('Delivery', rawId);
  const replayed =
    id === undefined
      ? 0
      : await deps.engine.change((database) =>
          replayDeliveries(database, { recipient: null, id, states: replayableStates }),
        );
  if (replayed === 0) throw new NotFound(message('notFound.delivery', { id: rawId }));
  return { replayed };
}
