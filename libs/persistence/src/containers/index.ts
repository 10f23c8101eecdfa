export {
  type ContainerAgent,
  deleteExpiredAgents,
  listAgents,
  readAgent,
  registerAgent,
  seeAgent,
} from './agents.ts';
export {
  addContainerJob,
  type ContainerJob,
  claimContainerJobs,
  containerJobsOfAgent,
  containerJobsOfTask,
  countContainerJobs,
  deleteContainerJob,
  findUnwantedContainerJobs,
  moveContainerJob,
  readContainerJob,
  replaceContainerLog,
  storeLogReport,
} from './jobs.ts';
