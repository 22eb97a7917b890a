import { createHmac, timingSafeEqual } from "node:crypto";
import type { PaymentWebhookVerify } from "../../../generated/contracts/payment_webhook_verify.ts";
import { errors, ok, type ResultOf, type ToolHandler } from "../deps.ts";

export const paymentWebhookVerify: ToolHandler<PaymentWebhookVerify> = async (
  { payload, signature },
  { webhookSecret },
): ResultOf<PaymentWebhookVerify> => {
  const expected = createHmac("sha256", webhookSecret).update(payload).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return errors.signatureInvalid({});
  return ok({ event: /"event":"(\w+)"/.exec(payload)?.[1] ?? "unknown" });
};
