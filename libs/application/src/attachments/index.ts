export {
  attachToRelease,
  attachToTask,
  detachFromRelease,
  detachFromTask,
  getAttachment,
  type Receive,
  type Upload,
} from './attachments.ts';
export { contentBytes } from './contents.ts';
export { type Spool, spoolStream } from './spool.ts';
