export { findDoneTargets, readTargetEnds, readTargets } from './targets.ts';
export { type GateScanPosition, scanStart, scanUnnotifiedGates } from './unnotified-gates.ts';
