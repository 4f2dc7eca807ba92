type Upload = {
  method: string;
  headers: Headers;
  form: FormData;
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a form with files and reports progress (from 0 to 1), which `fetch` can't. Resolves and rejects like `fetch`.
 */
export function upload(address: URL, { method, headers, form, onProgress, signal }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(responseOf(request)));
    for (const failure of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(failure, () => reject(new TypeError('The server didn’t answer.')));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const bodiless = request.status === 204 || request.status === 304;
  return new Response(bodiless ? null : request.responseText, {
    status: request.status,
    statusText: request.statusText,
    headers,
  });
}
