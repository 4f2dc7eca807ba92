const prefix = 'uploading-';

let count = 0;

/** Holds the place of a file in a form while it is being uploaded. */
export function newUploadId(): string {
  count += 1;
  return `${prefix}${count}`;
}

/** Returns whether this is the place of a file that is still being uploaded. */
export function isUploading(id: string): boolean {
  return id.startsWith(prefix);
}
