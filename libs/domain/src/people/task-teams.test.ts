import { expect, test } from 'vitest';
import type { Command } from '../decision/inputs.ts';
import { command, decided, env, refusal } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const world = (teams: readonly string[] | null) => env({ world: { ...env().world, teams } });
const release = plan('Build: a> b.', { task: { b: { team: 'Old' } } });
const add = (team: string): Command => ({ type: 'addTask', containerId: 'PhaseBuild', task: { team } });
const update = (taskId: string, team: string | null): Command => ({ type: 'updateTask', taskId, patch: { team } });
const phase = (team: string): Command => ({
  type: 'addPhase',
  phase: { title: 'More', tasks: [{ type: 'SequentialGroup', tasks: [{ team }] }] },
});
const refused = "Invalid: team: there is no team 'Nights' in the folder";

test.each([add('Nights'), update('Taska', 'Nights'), phase('Nights')])(
  'a task takes only teams of its folder, where that has teams: %j',
  (asked) => {
    expect(refusal(release, command(asked), world(['Days']))).toBe(refused);
    expect(refusal(plan('TEMPLATE Build: a. b.'), command(asked), world(['Days']))).toBe(refused);
    const taken = [
      [release, world(['Days', 'Nights'])],
      [release, world(null)],
      [{ ...release, folderId: 'Applications' }, world(['Days'])],
    ] as const;
    for (const [there, around] of taken) expect(decided(there, command(asked), around).release).not.toBe(there);
  },
);

test.each([add('${team}'), add(' '), update('Taska', '${team}'), update('Taska', null), update('Taskb', 'Old')])(
  'a placeholder, no team, and the team that is stored are not checked: %j',
  (asked) => {
    expect(() => decided(release, command(asked), world(['Days']))).not.toThrow();
  },
);
