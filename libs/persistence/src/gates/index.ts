export {
  findDoneTargets,
  type GateScanPosition,
  readTargetEnds,
  readTargets,
  scanStart,
  scanUnnotifiedGates,
} from './targets.ts';
