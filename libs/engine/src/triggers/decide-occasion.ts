import { createRelease, isOver, type Release, type World, whyAuthorMayNot } from '@slipway/domain';
import { envAt } from '../decision/context.ts';
import { decideInTransaction } from '../decision/decide.ts';
import type { FiringTransaction, Line, PendingOccasion } from './firing.ts';
import { sentenceOf } from './mistakes.ts';
import { sealedOrder } from './release-order.ts';

const withoutRelease = (
  { key, scheduledAt }: PendingOccasion,
  outcome: 'refused' | 'failed',
  reason: string,
): Line => ({
  run: { occasion: key, scheduledAt, outcome, reason, releaseId: null, releaseTitle: null, templateId: null },
  made: null,
});

/** The line for an occasion with which something is wrong. */
export const failed = (occasion: PendingOccasion, mistake: Error): Line =>
  withoutRelease(occasion, 'failed', sentenceOf(mistake));

/**
 * Why a trigger may not create a release with the permissions of its author; null if it may, or has no stored author.
 */
async function whyNotByAuthor(
  { connection, context, claimed }: FiringTransaction,
  template: Release,
  folderId: string,
): Promise<string | null> {
  const { author: username, accessVersion } = claimed.row;
  if (username === null) return null;
  const places = [{ folderId: template.folderId, releaseId: template.id }, { folderId }];
  const [atTemplate, there] = (await context.authors.at(connection, { username, accessVersion }, places)) ?? [];
  const at = atTemplate === undefined || there === undefined ? null : { atTemplate, there };
  return whyAuthorMayNot(username, at, template, folderId);
}

/** Decides on the release for an occasion, after those of `lines`. Throws Invalid, NotFound, Forbidden, Conflict. */
export async function decidedLine(
  firing: FiringTransaction,
  occasion: PendingOccasion,
  lines: readonly Line[],
): Promise<Line> {
  const { connection, context, request, claimed, locked, writer } = firing;
  const { row, now } = claimed;
  const made = lines.flatMap((line) => line.made ?? []);
  const values = { ...occasion.polled, ...(await locked.values(occasion.event)) };
  const template = await locked.template(values);
  const running = made.filter(({ outcome }) => !isOver(outcome.release.status));
  const refusal = await locked.refusal(running.length);
  if (refusal !== null) return withoutRelease(occasion, 'refused', refusal);
  const { key, scheduledAt } = occasion;
  const count = row.fires + made.length + 1;
  const given = { trigger: row.trigger, author: row.author, occasion: { key, scheduledAt, values }, now, count };
  const order = sealedOrder(context.seal, template, given);
  if (order.folderId !== null) await locked.requireFolder(order.folderId);
  const folderId = order.folderId ?? template.folderId;
  const lacking = request.byItself ? await whyNotByAuthor(firing, template, folderId) : null;
  if (lacking !== null) return withoutRelease(occasion, 'refused', lacking);
  const scope = { folderId, now, plans: context.plans, risk: context.risk };
  const decide = (world: World) => {
    locked.worlds.set(folderId, { ...world, runningCreated: undefined });
    return createRelease(template, order, request.caller, envAt(context, now, world));
  };
  const { outcome, created } = await decideInTransaction(connection, scope, decide, locked.worlds.get(folderId));
  writer.add([outcome, ...created], occasion.untraced !== true);
  // the next one counts them among what runs
  if (created.length > 0) await writer.flush();
  const { id, title, originTemplateId } = outcome.release;
  const release = { releaseId: id, releaseTitle: title, templateId: originTemplateId };
  return {
    run: { occasion: key, scheduledAt, outcome: 'created', reason: null, ...release },
    made: { outcome, created },
  };
}
