import type { Env, World } from '../decision/env.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import type { Release } from '../model/release.ts';
import { say } from './examples.ts';
import { decided, env } from './inputs.ts';
import { type More, plan } from './notation.ts';

/** What the create-release tasks of the tests make. */
export const template = plan('TEMPLATE Work: x. y.', { id: 'Releasework', title: 'Work', tags: ['t'] });
/** A world with that template, and with one that is gone. */
export const around = (more: Partial<World> = {}): Env =>
  env({
    world: {
      ...env().world,
      templates: new Map([
        ['Releasework', template],
        ['Releasegone', null],
      ]),
      ...more,
    },
  });
/** A release whose task `make` creates another one, once `a` is done. */
export const making = (creation: Partial<Creation>, more: More = {}): Release =>
  plan('Ship: a> make. b.', {
    ...more,
    task: {
      make: {
        type: 'CreateReleaseTask',
        creation: { ...blankCreation, newReleaseTitle: 'Child', templateId: 'Releasework', ...creation },
        ...more.task?.make,
      },
    },
  });
/** The result of the creation. */
export const made = (release: Release, world = around()) => decided(release, say('complete a'), world);
