import { expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import { blankRequirement } from '../model/approval.ts';
import { command, decide, env, refusal } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const environment = (teams: readonly string[] | null) => env({ data: { ...env().data, teams } });
const release = plan('Build: a> b.', { task: { b: { team: 'Old' } } });
const add = (team: string): Command => ({ type: 'addTask', containerId: 'PhaseBuild', task: { team } });
const update = (taskId: string, team: string | null): Command => ({ type: 'updateTask', taskId, patch: { team } });
const phase = (team: string): Command => ({
  type: 'addPhase',
  phase: { title: 'More', tasks: [{ type: 'SequentialGroup', tasks: [{ team }] }] },
});
const refused = "Invalid: team: there is no team 'Nights' in the folder";

test.each([add('Nights'), update('Taska', 'Nights'), phase('Nights')])(
  'a task accepts only teams of its folder, if the folder has teams: %j',
  (request) => {
    expect(refusal(release, command(request), environment(['Days']))).toBe(refused);
    expect(refusal(plan('TEMPLATE Build: a. b.'), command(request), environment(['Days']))).toBe(refused);
    const acceptedCases = [
      [release, environment(['Days', 'Nights'])],
      [release, environment(null)],
      [{ ...release, folderId: 'Applications' }, environment(['Days'])],
    ] as const;
    for (const [target, envWithTeams] of acceptedCases)
      expect(decide(target, command(request), envWithTeams).release).not.toBe(target);
  },
);

test.each([add('${team}'), add(' '), update('Taska', '${team}'), update('Taska', null), update('Taskb', 'Old')])(
  'a placeholder, no team, and the stored team are not checked: %j',
  (request) => {
    expect(() => decide(release, command(request), environment(['Days']))).not.toThrow();
  },
);

const requirement = (team: string) => ({ ...blankRequirement, team });
const addGate = (team: string): Command => ({
  type: 'addTask',
  containerId: 'PhaseBuild',
  task: {
    type: 'SequentialGroup',
    tasks: [{ type: 'GateTask', approvalRequirements: [requirement(team), { ...blankRequirement, role: 'Ops' }] }],
  },
});
const gated = plan('Build: gate> b.', {
  task: { gate: { type: 'GateTask', approvalRequirements: [requirement('Old')] } },
});
const requireTeams = (...teams: readonly string[]): Command => ({
  type: 'updateTask',
  taskId: 'Taskgate',
  patch: { approvalRequirements: teams.map(requirement) },
});

test.each([addGate('Nights'), requireTeams('Old', 'Nights')])(
  'approval requirements accept only teams of the folder, if the folder has teams: %j',
  (request) => {
    expect(refusal(gated, command(request), environment(['Days']))).toBe(refused);
    for (const teams of [['Days', 'Nights'], null])
      expect(decide(gated, command(request), environment(teams)).release).not.toBe(gated);
  },
);

test('a role, a placeholder and the stored team of a requirement are not checked', () => {
  for (const request of [addGate('${team}'), requireTeams('Old', '${team}')])
    expect(() => decide(gated, command(request), environment(['Days']))).not.toThrow();
});
