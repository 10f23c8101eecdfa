export {
  type AttachmentWithOwner,
  appendChunk,
  beginContent,
  chunkSize,
  deleteContent,
  deleteExpiredContents,
  findAttachment,
  finishContent,
  readContent,
  readSlice,
  sliceSize,
  storeSingleChunk,
} from './contents.ts';
