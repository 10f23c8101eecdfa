import type { Signal } from '@preact/signals';
import { keeping } from '../../../data/session.ts';
import { lastOf } from '../../../place/ids.ts';

const said = keeping('');

/** The unsent comment on a task: kept until it is sent, also when the drawer is closed. */
export const commentOn = (id: string): Signal<string> => said(`comment ${lastOf(id)}`);

/** The unsent reason of an approval or rejection, kept likewise. */
export const reasonOn = (id: string): Signal<string> => said(`reason ${lastOf(id)}`);
