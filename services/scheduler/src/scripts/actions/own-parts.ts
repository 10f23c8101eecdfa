import { idCandidates } from '@slipway/domain/ids';
import { findTaskPosition, tasksOf } from '@slipway/domain/model';
import type { LocatableKind } from '@slipway/persistence/plans';
import type { ClaimedRun } from '../context/context.ts';
import type { ActingRun } from './action-run.ts';

/**
 * Returns the last segment of a part of the script's own release that an id names, also of one that an earlier action of
 * the script adds; undefined for all others.
 */
export const ownPart = (
  run: ClaimedRun & Pick<ActingRun, 'created'>,
  kind: LocatableKind,
  rawId: string,
): string | undefined => idCandidates(kind, rawId).find((id) => isPart(run, kind, id) || run.created?.has(id) === true);

export const isOwnRelease = ({ view }: ClaimedRun, rawId: string): boolean =>
  idCandidates('Release', rawId).includes(view.release.id);

function isPart({ view: { release } }: ClaimedRun, kind: LocatableKind, id: string): boolean {
  switch (kind) {
    case 'Phase':
      return release.phases.some((phase) => phase.id === id);
    case 'Task':
      return findTaskPosition(release, id) !== undefined;
    case 'Variable':
      return release.variables.some((variable) => variable.id === id);
    case 'GateCondition':
      return [...tasksOf(release)].some(({ definition }) => definition.conditions.some((part) => part.id === id));
    case 'Dependency':
      return [...tasksOf(release)].some(({ definition }) => definition.dependencies.some((part) => part.id === id));
  }
}
