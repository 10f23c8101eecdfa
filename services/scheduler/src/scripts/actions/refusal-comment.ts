import { refusalOf } from '../context/refusal.ts';

/** The comment about an action that is refused. Throws what is no refusal. */
export const refusalComment = (error: unknown): string =>
  `An action of the script was refused: ${refusalOf(error, 'the value').message}`;
