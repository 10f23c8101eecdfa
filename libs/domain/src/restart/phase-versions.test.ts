import { expect, test } from 'vitest';
import { plan } from '../testing/notation.ts';
import { phasesWithTitle } from './phase-versions.ts';

/** QA was restarted twice, Ship once. */
const release = () => {
  const { phases, ...rest } = plan('IN_PROGRESS QA-: a+ | QA2-: b+ | QA3: c> | Ship: d. | Ship2: e.');
  const origins = new Map([
    ['PhaseQA2', 'PhaseQA'],
    ['PhaseQA3', 'PhaseQA2'],
    ['PhaseShip2', 'PhaseShip'],
  ]);
  return { ...rest, phases: phases.map((phase) => ({ ...phase, originId: origins.get(phase.id) ?? null })) };
};

test.each([
  ['QA', 'ALL', 'QA QA2 QA3'],
  ['QA', 'ORIGINAL', 'QA'],
  ['QA', 'LATEST', 'QA3'],
  ['QA2', 'ALL', 'QA2'],
  ['QA2', 'LATEST', ''],
  [null, 'ALL', 'QA QA2 QA3 Ship Ship2'],
  [null, 'LATEST', 'QA3 Ship2'],
  ['Nothing', 'ALL', ''],
] as const)('phases with the title %s, version %s: %s', (title, version, expected) => {
  expect(
    phasesWithTitle(release(), title, version)
      .map((phase) => phase.title)
      .join(' '),
  ).toBe(expected);
});
