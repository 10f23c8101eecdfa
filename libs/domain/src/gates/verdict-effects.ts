import type { Verdict } from '../model/approval.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { approvalsOf, gateAuthorshipOf, latestVerdicts, type VoidReason } from './approvals.ts';

/**
 * The effect of a verdict on its gate: it counts as an approval, blocks the gate, was followed by another verdict of its
 * user, is withdrawn, is not needed because others have already approved, or does not count for a reason.
 */
export type VerdictEffect = 'counts' | 'blocks' | 'replaced' | 'withdrawn' | 'notNeeded' | VoidReason;

/** Returns all verdicts on a gate in chronological order, each with its current effect. */
export function verdictEffects(
  release: Pick<Release, 'authorship'>,
  gate: Task,
): readonly { readonly verdict: Verdict; readonly effect: VerdictEffect }[] {
  const state = approvalsOf(release, gate);
  const authorship = gateAuthorshipOf(gate);
  const latest = new Set(latestVerdicts(authorship));
  const approvers = new Set(state.counts.flatMap((count) => count.approvers));
  const reasons = new Map(state.void.map(({ verdict, reason }) => [verdict, reason]));
  const effectOf = (verdict: Verdict): VerdictEffect => {
    if (!latest.has(verdict)) return 'replaced';
    if (verdict.kind === 'WITHDRAWN') return 'withdrawn';
    if (state.rejections.includes(verdict)) return 'blocks';
    return reasons.get(verdict) ?? (approvers.has(verdict.username) ? 'counts' : 'notNeeded');
  };
  return authorship.verdicts.map((verdict) => ({ verdict, effect: effectOf(verdict) }));
}
