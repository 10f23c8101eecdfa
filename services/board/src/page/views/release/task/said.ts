import type { Signal } from '@preact/signals';
import { keeping } from '../../../data/session.ts';
import { lastOf } from '../../../place/ids.ts';

const said = keeping('');

/** What somebody is about to say of a task: kept until it is sent, also when the drawer is closed. */
export const commentOn = (id: string): Signal<string> => said(`comment ${lastOf(id)}`);

/** Why somebody is about to approve or reject a task, kept likewise. */
export const reasonOn = (id: string): Signal<string> => said(`reason ${lastOf(id)}`);
