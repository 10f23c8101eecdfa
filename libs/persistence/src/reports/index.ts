export {
  type ReportedActivity,
  type ReportedComment,
  type ReportedRelease,
  readNextActivities,
  readReleaseTitles,
  readReportedComments,
  readReportedRelease,
} from './release-history.ts';
