import { createRelease } from '@slipway/domain/commands';
import type { DecisionData } from '@slipway/domain/decision';
import { type Message, textOf } from '@slipway/domain/messages';
import { isOver, type Release } from '@slipway/domain/model';
import { authorRefusal } from '@slipway/domain/triggers';
import { decideInTransaction } from '../decision/decide.ts';
import { createEnv } from '../decision/engine-context.ts';
import { toReason } from './faults.ts';
import type { FiringTransaction, PendingOccasion, PendingRun } from './firing.ts';
import { createSealedOrder } from './release-order.ts';

const withoutRelease = (
  { key, scheduledAt }: PendingOccasion,
  outcome: 'refused' | 'failed',
  reason: string,
): PendingRun => ({
  run: { occasion: key, scheduledAt, outcome, reason, releaseId: null, releaseTitle: null, templateId: null },
  creation: null,
});

/** The run history entry of a failed occasion. */
export const failedRun = (occasion: PendingOccasion, fault: Error): PendingRun =>
  withoutRelease(occasion, 'failed', toReason(fault));

/**
 * Why a trigger may not create a release with the permissions of its author; null if it may, or has no stored author.
 */
async function storedAuthorRefusal(
  { connection, context, claimed }: FiringTransaction,
  template: Release,
  folderId: string,
): Promise<Message | null> {
  const { author: username, accessVersion } = claimed.row;
  if (username === null) return null;
  const permissionScopes = [{ folderId: template.folderId, releaseId: template.id }, { folderId }];
  const [atTemplate, atTarget] =
    (await context.authors.callersAt(connection, { username, accessVersion }, permissionScopes)) ?? [];
  const at = atTemplate === undefined || atTarget === undefined ? null : { atTemplate, callerAtTarget: atTarget };
  return authorRefusal(username, at, template, folderId);
}

/**
 * Decides on the release for an occasion, after those of earlier occasions. Throws Invalid, NotFound, Forbidden,
 * Conflict.
 */
export async function decideRun(
  firing: FiringTransaction,
  occasion: PendingOccasion,
  lines: readonly PendingRun[],
): Promise<PendingRun> {
  const { connection, context, request, claimed, locked, writer } = firing;
  const { row, now } = claimed;
  const createdPlans = lines.flatMap((line) => line.creation ?? []);
  const values = { ...occasion.polled, ...(await locked.values(occasion.event)) };
  const template = await locked.template(values);
  const running = createdPlans.filter(({ outcome }) => !isOver(outcome.release.status));
  const refusal = await locked.refusal(running.length);
  if (refusal !== null) return withoutRelease(occasion, 'refused', textOf(refusal));
  const { key, scheduledAt } = occasion;
  const count = row.fires + createdPlans.length + 1;
  const orderRequest = { trigger: row.trigger, author: row.author, occasion: { key, scheduledAt, values }, now, count };
  const order = createSealedOrder(context.seal, template, orderRequest);
  if (order.folderId !== null) await locked.requireFolder(order.folderId);
  const folderId = order.folderId ?? template.folderId;
  const missingPermission = request.isAutomatic ? await storedAuthorRefusal(firing, template, folderId) : null;
  if (missingPermission !== null) return withoutRelease(occasion, 'refused', textOf(missingPermission));
  const scope = { folderId, now, plans: context.plans, risk: context.risk };
  const decide = (decisionData: DecisionData) => {
    locked.dataByFolder.set(folderId, { ...decisionData, runningCreated: undefined });
    return createRelease(template, order, request.caller, createEnv(context, now, decisionData));
  };
  const { outcome, created } = await decideInTransaction(connection, scope, decide, locked.dataByFolder.get(folderId));
  writer.add([outcome, ...created], occasion.untraced !== true);
  // the next decision counts the created releases as running
  if (created.length > 0) await writer.flush();
  const { id, title, originTemplateId } = outcome.release;
  const release = { releaseId: id, releaseTitle: title, templateId: originTemplateId };
  return {
    run: { occasion: key, scheduledAt, outcome: 'created', reason: null, ...release },
    creation: { outcome, created },
  };
}
