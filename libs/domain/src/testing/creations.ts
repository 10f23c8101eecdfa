import type { DecisionData, Env } from '../decision/env.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import type { Release } from '../model/release.ts';
import { parseInput } from './examples.ts';
import { decide, env } from './inputs.ts';
import { type PlanOverrides, plan } from './notation.ts';

/** The template of the create-release tasks in tests. */
export const template = plan('TEMPLATE Work: x. y.', { id: 'Releasework', title: 'Work', tags: ['t'] });
/** Returns an environment with that template, and with a deleted one. */
export const templateEnv = (overrides: Partial<DecisionData> = {}): Env =>
  env({
    data: {
      ...env().data,
      templates: new Map([
        ['Releasework', template],
        ['Releasegone', null],
      ]),
      ...overrides,
    },
  });
/** Returns a release whose task `make` creates another release after `a` is done. */
export const releaseCreating = (creation: Partial<Creation>, overrides: PlanOverrides = {}): Release =>
  plan('Ship: a> make. b.', {
    ...overrides,
    task: {
      make: {
        type: 'CreateReleaseTask',
        creation: { ...blankCreation, newReleaseTitle: 'Child', templateId: 'Releasework', ...creation },
        ...overrides.task?.make,
      },
    },
  });
/** Returns the outcome after `a` is completed. */
export const completeFirstTask = (release: Release, environment = templateEnv()) =>
  decide(release, parseInput('complete a'), environment);
