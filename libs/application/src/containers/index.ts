export { exchangeWithAgent } from './agent-exchange.ts';
export { containerPaths, type JobContent, openContent, openEnd, openLog, sealContent, sealEnd } from './stored-job.ts';
