import type { Phase } from '../model/phase.ts';
import type { Release } from '../model/release.ts';
import type { PhaseVersion } from '../model/status.ts';
import { rootOf } from './restart.ts';

/**
 * Returns the phases with this title and copies of such phases; all phases if the title is null. Of a phase and its
 * copies, ORIGINAL is the first and LATEST the last (rest-operations.md, Phases).
 */
export function phasesWithTitle(release: Release, title: string | null, version: PhaseVersion): readonly Phase[] {
  const { phases } = release;
  const roots = new Map(phases.map((phase) => [phase, rootOf(release, phase)]));
  const matching = phases.filter((phase) => title === null || [phase.title, roots.get(phase)?.title].includes(title));
  switch (version) {
    case 'ALL':
      return matching;
    case 'ORIGINAL':
      return matching.filter((phase) => roots.get(phase) === phase);
    case 'LATEST': {
      const latest = new Map(phases.map((phase) => [roots.get(phase), phase]));
      return matching.filter((phase) => latest.get(roots.get(phase)) === phase);
    }
  }
}
