import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a Java program pays: the lines of launcher.c, answered by ProcessBuilder. Java hands no descriptor of its
 * own to a child, so nothing tells the first instruction, and it does not tell its children's processor time.
 */
public final class Launcher {
    private static final List<ByteBuffer> kept = new ArrayList<>();
    private static String program = "";

    private record Times(long begin, long returned, long reaped) {}

    /** System.nanoTime() is CLOCK_MONOTONIC. */
    private static long now() {
        return System.nanoTime();
    }

    private static Times start(boolean piped) throws IOException, InterruptedException {
        long begin = now();
        ProcessBuilder builder = new ProcessBuilder(program);
        builder.redirectInput(new File("/dev/null"));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        if (!piped) {
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        }
        Process child = builder.start();
        long returned = now();
        String said = piped ? new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8) : "";
        int status = child.waitFor();
        long reaped = now();
        if (status != 0 || piped && !said.equals("Hello, world!\n")) {
            throw new IOException("the program did not do what it should");
        }
        return new Times(begin, returned, reaped);
    }

    private static String run(boolean piped, int count) throws IOException, InterruptedException {
        StringBuilder answer = new StringBuilder();
        // One that does not count: the caches are those of whatever ran before.
        start(piped);
        for (int i = 0; i < Math.min(count, 256); i++) {
            Times times = start(piped);
            answer.append(times.begin).append(' ').append(times.returned).append(" 0 ");
            answer.append(times.reaped).append('\n');
        }
        return answer.append("cpu none\n").toString();
    }

    private static void takeMemory(long size, long percent) {
        long use = size / 100 * percent;
        for (long done = 0; done < size; ) {
            int part = (int) Math.min(size - done, 1L << 30);
            ByteBuffer memory = ByteBuffer.allocateDirect(part);
            for (long place = 0; place < part && done + place < use; place += 4096) {
                memory.put((int) place, (byte) 1);
            }
            kept.add(memory);
            done += part;
        }
    }

    private static String obey(String[] words) throws IOException, InterruptedException {
        switch (words[0]) {
            case "ways":
                return "way java-start\nway java-pipe\ndone\n";
            case "program":
                program = words[1];
                return "done\n";
            case "memory":
                takeMemory(Long.parseLong(words[1]), Long.parseLong(words[2]));
                return "done\n";
            case "run":
                return run(words[1].equals("java-pipe"), Integer.parseInt(words[2]));
            default:
                return "error not understood\n";
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            String answer;
            try {
                answer = obey(line.split(" "));
            } catch (IOException | InterruptedException | RuntimeException | OutOfMemoryError error) {
                answer = "error " + error.getMessage() + "\n";
            }
            System.out.print(answer);
            System.out.flush();
        }
    }
}
