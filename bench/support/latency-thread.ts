import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Requests an address twenty times a second, in a thread of its own so that nothing else of the benchmark delays it. Ends with the first
 * message, and sends the response times in milliseconds.
 */
const url = String(workerData);
const times: number[] = [];
let isEnded = false;
parentPort?.once('message', () => {
  isEnded = true;
});
while (!isEnded) {
  const began = performance.now();
  await (await fetch(url)).text();
  times.push(performance.now() - began);
  await setTimeout(50);
}
parentPort?.postMessage(times);
