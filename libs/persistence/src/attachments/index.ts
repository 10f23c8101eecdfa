export {
  appendChunk,
  beginContent,
  chunkSize,
  deleteContent,
  finishContent,
  readContent,
  readSlice,
  sliceSize,
  storeSingleChunk,
} from './contents.ts';
export { deleteExpiredContents } from './delete-expired-contents.ts';
export { type AttachmentWithOwner, findAttachment } from './find-attachment.ts';
