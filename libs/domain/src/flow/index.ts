export { withPasswordsFor } from './creation-passwords.ts';
export { awaitsOf } from './effects.ts';
export type { ExplanationContext, NamedBlackout, Reason } from './reasons.ts';
