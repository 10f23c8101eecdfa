export {
  type AttachmentResponse,
  attachmentResponse,
  contentTypeOf,
  fileNameOf,
  showAttachment,
} from './attachment.ts';
